"""Puts a module into an HCF file as AdaptiveCpp does.

usage: make-hcf.py MODULE HCF
"""
import sys

module = open(sys.argv[1], "rb").read()
text = f"""\
object-id = 17
generator = hipSYCL SSCP
{{.images
  {{.llvm-ir.global
    variant = global-module
    format = llvm-ir
    {{.__binary
      start = 0
      size = {len(module)}
    }}.__binary
    {{.exported-symbols
    }}.exported-symbols
    {{.imported-symbols
    }}.imported-symbols
  }}.llvm-ir.global
}}.images
{{.kernels
  {{._ZTS6Kernel
    {{.image-providers
      {{.llvm-ir.global
      }}.llvm-ir.global
    }}.image-providers
  }}._ZTS6Kernel
}}.kernels
__acpp_hcf_binary_appendix"""
open(sys.argv[2], "wb").write(text.encode() + module)
