//! Choice of a runtime among several images that hold a kernel.

/// Result of a runtime's choice for a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice<R> {
    /// It takes this image.
    Image(usize),
    /// The device can run none of them; the reason against the first.
    Refused(R),
    /// Specialization constants are set, and all images have their defaults in place.
    DefaultsOnly,
    /// There are none.
    NoImage,
}

/// Chooses among images that hold a kernel, the first that the device can run.
///
/// Of an image whose constants can be set and one that has the defaults in place, the second is taken as long as no
/// constant is set, and the first otherwise. Source: DPC++'s runtime, `ProgramManager::getDeviceImage`.
pub fn choose<T, R>(
    holders: &[T],
    are_constants_set: bool,
    has_defaults_only: impl Fn(&T) -> bool,
    refused_by: impl Fn(&T) -> Option<R>,
) -> Choice<R> {
    let mut order: Vec<usize> = (0..holders.len()).collect();
    if order.is_empty() {
        return Choice::NoImage;
    }
    if are_constants_set {
        order.retain(|&index| !has_defaults_only(&holders[index]));
    } else {
        order.sort_by_key(|&index| !has_defaults_only(&holders[index]));
    }
    let mut first_reason = None;
    for index in order {
        match refused_by(&holders[index]) {
            None => return Choice::Image(index),
            Some(reason) => first_reason = first_reason.or(Some(reason)),
        }
    }
    first_reason.map_or(Choice::DefaultsOnly, Choice::Refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Images as (has only defaults, is refused).
    fn chosen(images: &[(bool, bool)], are_constants_set: bool) -> Choice<usize> {
        let numbered: Vec<_> = images.iter().enumerate().collect();
        choose(&numbered, are_constants_set, |(_, image)| image.0, |(index, image)| image.1.then_some(*index))
    }

    #[test]
    fn the_first_that_the_device_can_run() {
        assert_eq!(chosen(&[], false), Choice::NoImage);
        assert_eq!(chosen(&[(false, true), (false, false), (false, false)], false), Choice::Image(1));
        assert_eq!(chosen(&[(false, true), (false, true)], true), Choice::Refused(0));
    }

    #[test]
    fn defaults_in_place_serve_as_long_as_nothing_is_set() {
        let both = [(false, false), (true, false)];
        assert_eq!(chosen(&both, false), Choice::Image(1));
        assert_eq!(chosen(&both, true), Choice::Image(0));
        assert_eq!(chosen(&[(true, false)], true), Choice::DefaultsOnly);
        assert_eq!(chosen(&[(true, false), (false, true)], true), Choice::Refused(1));
        assert_eq!(chosen(&[(true, true), (false, false)], false), Choice::Image(1));
    }
}
