// Links libLLVM: a program has no host that brings it. Build scripts of programs include this file.

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml"); // of whichever package this is built for
    let fact = |name: &str| {
        std::env::var(format!("DEP_SYCL_PASSES_SHIM_{name}"))
            .expect("the build script of `sycl-passes` says which LLVM it found")
    };
    let directory = fact("LIBDIR");
    println!("cargo::rustc-link-arg=-L{directory}");
    for library in fact("LIBS").split_whitespace() {
        println!("cargo::rustc-link-arg=-l{library}");
    }
    println!("cargo::rustc-link-arg=-Wl,-rpath,{directory}");
    println!("cargo::rustc-env=SYCL_PASSES_LLVM_VERSION={}", fact("VERSION"));
}
