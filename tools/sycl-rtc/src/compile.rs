//! Reads the files, compiles, writes the outputs.

use std::{
    borrow::Cow,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use sycl_output::{Files, Inputs, Target as OutputTarget};
use sycl_rtc::containers::Containers;
use sycl_rtc::{CompileError, Compiler, Header, Image, Program, Request};

use crate::{
    Error,
    arguments::{Container, Format, Task},
    messages, report,
};

/// Bytes of a source or a header, as in `sycl-packager`.
const MOST_BYTES: u64 = 64 << 20;

/// An output and what it holds.
pub(crate) struct Output<'a> {
    pub(crate) path: PathBuf,
    /// The image; none if it holds all of them.
    pub(crate) image: Option<&'a Image>,
    pub(crate) content: Cow<'a, [u8]>,
}

/// Compiles.
pub(crate) fn run(task: &Task) -> Result<(), Error> {
    let (name, source) = read_source(&task.source)?;
    let mut request = Request::new(task.language, &name, source);
    for (name, file) in &task.headers {
        let text = String::from_utf8_lossy(&read(file)?).into_owned();
        request.headers.push(Header { name: name.clone(), text });
    }
    request.options.clone_from(&task.options);
    request.names.clone_from(&task.names);
    request.sycl_headers.clone_from(&task.sycl_headers);
    (request.split, request.spec_constants) = (task.split, task.spec_constants);
    request.targets.clone_from(&task.targets);
    request.spirv_extensions.clone_from(&task.extensions);
    request.keeps_bitcode = task.formats.contains(&Format::Bitcode);
    request.deadline = task.deadline;
    let compiler = Compiler::new(task.settings.clone());
    let compiled = compiler.compile(&request);
    if let Some(trouble) = compiler.cache_trouble().filter(|_| !task.is_json) {
        messages::warn(&format!("nothing is stored in the cache: {trouble}"));
    }
    match compiled {
        Ok(program) => write(task, &name, &program),
        Err(error) => {
            report::failure(task, &error)?;
            Err(error.into())
        }
    }
}

fn write(task: &Task, name: &str, program: &Program) -> Result<(), Error> {
    let outputs = outputs(task, name, program)?;
    let inputs = task.headers.iter().map(|(_, file)| file.as_path()).chain([task.source.as_path()]);
    let mut files = Files::new(Inputs::from_paths(inputs));
    for output in &outputs {
        files.write(&output.path, &output.content)?;
    }
    report::success(task, program, &outputs)?;
    files.keep();
    Ok(())
}

/// File of each image.
fn outputs<'a>(task: &Task, name: &str, program: &'a Program) -> Result<Vec<Output<'a>>, Error> {
    let (containers, formats): (Vec<Format>, _) =
        task.formats.iter().partition(|format: &&Format| format.container().is_some());
    let number = program.images().len() * formats.len() + containers.len();
    let path = &task.output;
    let is_directory = path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
    if !is_directory && number > 1 {
        return Err(Error::OneFile { path: path.clone(), outputs: number });
    }
    if is_directory {
        let failed = |cause| Error::Write(sycl_output::WriteError::new(path, cause));
        fs::create_dir_all(path).map_err(failed)?;
    }
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
    let stem = if task.source == Path::new("-") { "stdin".into() } else { stem };
    let place = |file: String| if is_directory { path.join(file) } else { path.clone() };
    let mut outputs = Vec::new();
    for ((image, number), format) in
        numbered(program).flat_map(|pair| formats.iter().map(move |format| (pair, *format)))
    {
        let number = number.map(|number| format!(".{number}")).unwrap_or_default();
        let file = format!("{stem}.{}{number}.{}", image.target().file_name(), format.extension(&image.target()));
        let content = match format {
            Format::Bitcode => image.bitcode().expect("the request keeps it for this format"),
            _ => image.bytes(),
        };
        outputs.push(Output { path: place(file), image: Some(image), content: content.into() });
    }
    for container in containers.iter().filter_map(|format| format.container()) {
        let file = format!("{stem}.{}", container.extension());
        outputs.push(Output { path: place(file), image: None, content: contained(container, program)?.into() });
    }
    Ok(outputs)
}

/// A file with all images.
fn contained(container: Container, program: &Program) -> Result<Vec<u8>, Error> {
    let (format, content) = match container {
        Container::Syclbin => ("syclbin", program.syclbin()),
        Container::OffloadBinary => ("offload-binary", program.offload_binary()),
    };
    content.map_err(|cause| Error::Container { format, cause })
}

/// The images, and numbers of those that share a target with others.
fn numbered(program: &Program) -> impl Iterator<Item = (&Image, Option<usize>)> {
    program.images().iter().enumerate().map(|(index, image)| {
        let number = program.images()[..index].iter().filter(|earlier| earlier.target() == image.target()).count();
        let has_others = program.images_for(image.target()).nth(1).is_some();
        (image, has_others.then_some(number))
    })
}

/// The source, and its name in diagnostics.
fn read_source(path: &Path) -> Result<(String, Vec<u8>), Error> {
    if path == Path::new("-") {
        let source = read_all(io::stdin().lock(), Path::new("standard input"))?;
        return Ok(("<stdin>".to_owned(), source));
    }
    Ok((path.display().to_string(), read(path)?))
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let file = fs::File::open(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
    read_all(file, path)
}

/// The content of a file, which may be a device without an end.
fn read_all(file: impl Read, path: &Path) -> Result<Vec<u8>, Error> {
    let mut content = Vec::new();
    let read = file.take(MOST_BYTES + 1).read_to_end(&mut content);
    read.map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
    if content.len() as u64 > MOST_BYTES {
        return Err(Error::TooLong { path: path.to_owned(), most: MOST_BYTES >> 20 });
    }
    Ok(content)
}

/// Whether results and text would meet on standard output.
pub(crate) fn writes_to_standard_output(outputs: &[Output<'_>]) -> bool {
    outputs.iter().any(|output| OutputTarget::is_standard_output(&output.path))
}

/// Text that clang printed, if it is about the source.
pub(crate) fn log(error: &CompileError) -> Option<&str> {
    match error {
        CompileError::Frontend { log, .. } => Some(log),
        _ => None,
    }
}
