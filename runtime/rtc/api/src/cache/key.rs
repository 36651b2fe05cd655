//! Inputs of a program, field by field. The deadline is not part of it: it changes no program.

use sycl_propset::{
    spirv::EXTENSIONS,
    words::{SpecConstantMode, Word},
};
use sycl_store::{Hash, Key};

use crate::request::Request;

/// The key of a request.
pub(crate) fn of_request(request: &Request) -> Hash {
    // All fields are named, so that a new one is not forgotten.
    let Request {
        language,
        name,
        source,
        headers,
        sycl_headers,
        options,
        names,
        targets: _,
        split,
        spec_constants,
        spirv_extensions,
        keeps_bitcode,
        distinct_memory,
        specialize,
        deadline: _,
    } = request;
    let mut key = Key::new("sycl-rtc 2026-11 request");
    key.add(language.name());
    key.add(name);
    key.add(source);
    key.add_number(headers.len());
    for header in headers {
        key.add(&header.name);
        key.add(&header.text);
    }
    key.add_all(sycl_headers.iter());
    key.add_all(options.iter());
    key.add_all(names.iter());
    key.add(split.map_or("", |split| split.of_one_unit().name()));
    key.add(spec_constants.map_or("", SpecConstantMode::name_at_run_time));
    key.add_all(request.targets().iter().map(|target| target.key().into_owned()));
    match spirv_extensions {
        Some(names) => key.add_all(names.iter()),
        None => key.add_all(EXTENSIONS.iter()),
    }
    key.add_number(usize::from(*keeps_bitcode));
    key.add_number(usize::from(*distinct_memory));
    key.add_all(specialize.iter());
    key.finish()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, time::Duration};

    use sycl_propset::words::SplitMode;

    use super::*;
    use crate::{
        request::{Header, Language},
        target::Target,
    };

    #[test]
    fn every_field_is_part_of_the_key() {
        type Change = fn(&mut Request);
        let header = |name: &str, text: &str| Header { name: name.to_owned(), text: text.to_owned() };
        let base = || {
            let mut request = Request::new(Language::OpenClC, "k.cl", "source");
            request.headers = vec![header("a.h", "one"), header("b.h", "two")];
            request.options = vec!["-DA".to_owned(), "-DB".to_owned()];
            request
        };
        let changes: [Change; 28] = [
            |_| {},
            |r| r.language = Language::CxxForOpenCl,
            |r| r.name.push('x'),
            |r| r.source.push(b' '),
            |r| r.headers[0].name.push('x'),
            |r| r.headers[1].text.push('x'),
            |r| r.headers.swap(0, 1),
            |r| drop(r.headers.pop()),
            |r| r.sycl_headers = vec!["-DA".to_owned()],
            |r| r.sycl_headers = vec!["-DA".to_owned(), "-DB".to_owned()],
            |r| r.options[1].push('B'),
            |r| r.options.swap(0, 1),
            |r| r.options = vec!["-DA-DB".to_owned()],
            |r| r.options = vec!["-DA".to_owned(), "-D".to_owned(), "B".to_owned()],
            |r| drop(r.options.pop()),
            |r| r.names = vec!["f<1>".to_owned()],
            |r| r.names = vec!["f<1>".to_owned(), "g".to_owned()],
            |r| r.names = vec!["g".to_owned(), "f<1>".to_owned()],
            |r| r.split = Some(SplitMode::None),
            |r| r.split = Some(SplitMode::Kernel),
            |r| r.spec_constants = Some(SpecConstantMode::Native),
            |r| r.spec_constants = Some(SpecConstantMode::DefaultValues),
            |r| r.spirv_extensions = Some(Vec::new()),
            |r| r.spirv_extensions = Some(vec!["SPV_A".to_owned()]),
            |r| r.spirv_extensions = Some(EXTENSIONS.iter().rev().map(|&name| name.to_owned()).collect()),
            |r| r.keeps_bitcode = true,
            |r| r.distinct_memory = true,
            |r| r.specialize = vec!["group-size=8".to_owned()],
        ];
        let keys: BTreeSet<String> = changes
            .iter()
            .map(|change| {
                let mut request = base();
                change(&mut request);
                of_request(&request).to_hex().to_string()
            })
            .collect();
        assert_eq!(keys.len(), changes.len());
        // What says the same in other words, or has no influence.
        let mut same = base();
        same.deadline = Some(Duration::from_secs(1));
        same.targets = vec![Target::Spirv64];
        same.spirv_extensions = Some(EXTENSIONS.iter().map(|&name| name.to_owned()).collect());
        assert_eq!(of_request(&same), of_request(&base()));
    }
}
