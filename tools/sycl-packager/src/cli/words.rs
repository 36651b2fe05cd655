//! Values of options that have names in `sycl_propset::words`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sycl_propset::words::Word;

/// Takes one of the values by its name; each comes with its help.
pub fn with_help<T: Word>(values: &[(T, &'static str)]) -> impl TypedValueParser<Value = T> + use<T> {
    let values: Vec<_> = values.iter().map(|(value, help)| (*value, Some(*help))).collect();
    parser(&values, |value| value)
}

/// Takes one of the values by any name of what `same_as` makes it of; only their own names are listed.
pub fn parser<T: Word>(
    values: &[(T, Option<&'static str>)],
    same_as: fn(T) -> T,
) -> impl TypedValueParser<Value = T> + use<T> {
    let values = values.iter().map(|(value, help)| {
        let names = T::WORDS.iter().filter(|(_, other)| same_as(*other) == *value).map(|(name, _)| *name);
        let aliases = names.filter(|name| *name != value.name());
        let value = PossibleValue::new(value.name()).aliases(aliases);
        if let Some(help) = help { value.help(*help) } else { value }
    });
    let names = PossibleValuesParser::new(values.collect::<Vec<_>>());
    names.map(move |given| same_as(T::parse(&given).expect("clap takes these names only")))
}
