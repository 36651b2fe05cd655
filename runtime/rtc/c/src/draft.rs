//! A program before it is compiled. What is wrong with its words is found when it is compiled, where there is a log.

use std::time::Duration;

use sycl_rtc::{BadRequest, Header, Language, Request, SpecConstants, Split, Target};

/// A program while it is described.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Draft {
    pub(crate) language: String,
    pub(crate) name: String,
    pub(crate) source: Vec<u8>,
    pub(crate) headers: Vec<Header>,
    pub(crate) options: Vec<String>,
    pub(crate) names: Vec<String>,
    pub(crate) targets: Vec<String>,
    pub(crate) split: Option<Split>,
    pub(crate) spec_constants: Option<SpecConstants>,
    pub(crate) extensions: Option<Vec<String>>,
    pub(crate) keeps_bitcode: bool,
    pub(crate) distinct_memory: bool,
    pub(crate) specialize: Vec<String>,
    pub(crate) deadline: Option<Duration>,
}

impl Draft {
    /// The request.
    pub(crate) fn into_request(self) -> Result<Request, BadRequest> {
        let mut request = Request::new(Language::parse(&self.language)?, &self.name, self.source);
        request.headers = self.headers;
        request.options = self.options;
        request.names = self.names;
        request.targets = self.targets.iter().map(|name| Target::parse(name)).collect::<Result<_, _>>()?;
        request.split = self.split;
        request.spec_constants = self.spec_constants;
        request.spirv_extensions = self.extensions;
        request.keeps_bitcode = self.keeps_bitcode;
        request.distinct_memory = self.distinct_memory;
        request.specialize = self.specialize;
        request.deadline = self.deadline;
        Ok(request)
    }
}
