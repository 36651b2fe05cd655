//! OffloadBinary containers: ranges lie in the file, and what is read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::within_memory;
use sycl_images::image;
use sycl_images::offload_binary::{Content, Image, Writer, read};
use sycl_images::source::Memory;

fuzz_target!(|data: &[u8]| within_memory(data, 0, || {
    let Ok(binaries) = read(&Memory(data)) else { return };
    for binary in binaries {
        let images: Vec<Image<'_>> = binary
            .entries
            .iter()
            .map(|entry| Image {
                image_kind: Some(entry.image_kind),
                offload_kind: entry.offload_kind,
                flags: entry.flags,
                strings: entry.strings.iter().map(|(key, value)| (key.into(), value.into())).collect(),
                content: Content::Bytes(data[entry.image.start as usize..entry.image.end() as usize].into()),
            })
            .collect();
        let mut writer = Writer::new(Vec::new(), binary.version);
        writer.write(&images, |_| {}).expect("what was read can be written");
        let written = writer.finish().expect("memory can be written to");
        let again = read(&Memory(&written)).expect("what was written can be read");
        let entries: Vec<_> = again.iter().flat_map(|binary| &binary.entries).collect();
        assert_eq!(entries.len(), images.len());
        for (entry, image) in entries.iter().zip(&images) {
            let strings: Vec<_> = image.strings.iter().map(|(key, value)| (&**key, &**value)).collect();
            assert_eq!(entry.strings.iter().collect::<Vec<_>>(), strings);
            let _ = image::properties_of(&entry.strings, "fuzz");
            image::symbols_of(&entry.strings).for_each(drop);
        }
    }
}));
