"""lit for a front end's own tests of the passes: run `lit .` here with SYCL_PASSES_PLUGIN set to the plugin."""
import os

import lit.formats

plugin = os.environ.get("SYCL_PASSES_PLUGIN")
if not plugin or not os.path.exists(plugin):
    lit_config.fatal(f"SYCL_PASSES_PLUGIN is {plugin!r}; expected the path of libsycl_passes_plugin.so")
llvm = os.environ.get("LLVM_BIN", "/usr/lib/llvm-22/bin")

config.name = "own-front-end"
config.test_format = lit.formats.ShTest()
config.suffixes = [".ll"]
config.environment["PATH"] = os.pathsep.join([llvm, config.environment["PATH"]])
config.substitutions.append(("%opt", f"opt -load-pass-plugin={plugin}"))
