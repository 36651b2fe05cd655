"""Types of kernel parameters, and of the elements of arrays."""

import re
import struct

# Types of numbers as C++ spells them when it demangles: what they are, and their size in bytes.
_NUMBERS = {
    "bool": ("bool", 1),
    "char": ("byte", 1),
    "signed char": ("int", 1),
    "unsigned char": ("uint", 1),
    "std::byte": ("uint", 1),
    "short": ("int", 2),
    "unsigned short": ("uint", 2),
    "int": ("int", 4),
    "unsigned int": ("uint", 4),
    "long": ("int", 8),
    "unsigned long": ("uint", 8),
    "long long": ("int", 8),
    "unsigned long long": ("uint", 8),
    "_Float16": ("float", 2),
    "half": ("float", 2),
    "float": ("float", 4),
    "double": ("float", 8),
    "std::complex<float>": ("complex", 8),
    "std::complex<double>": ("complex", 16),
    "sycl::ext::oneapi::bfloat16": ("bfloat", 2),
}

# Elements by their codes in the formats of buffers (the module `struct`, PEP 3118).
_CODES = {
    "?": "bool",
    "c": "byte",
    **dict.fromkeys("bhilqn", "int"),
    **dict.fromkeys("BHILQN", "uint"),
    **dict.fromkeys("efd", "float"),
    "Zf": "complex",
    "Zd": "complex",
}
_COMPLEX = {"Zf": 8, "Zd": 16}

# Names of elements as numpy has them.
ELEMENTS = {
    "bool": ("bool", 1),
    "int8": ("int", 1),
    "int16": ("int", 2),
    "int32": ("int", 4),
    "int64": ("int", 8),
    "uint8": ("uint", 1),
    "uint16": ("uint", 2),
    "uint32": ("uint", 4),
    "uint64": ("uint", 8),
    "float16": ("float", 2),
    "float32": ("float", 4),
    "float64": ("float", 8),
    "complex64": ("complex", 8),
    "complex128": ("complex", 16),
    "bfloat16": ("bfloat", 2),
}
_OF_NUMBER = {number: name for name, number in ELEMENTS.items()} | {("byte", 1): "bytes"}
FORMATS = {
    "bool": "?",
    "int8": "b",
    "int16": "h",
    "int32": "i",
    "int64": "q",
    "uint8": "B",
    "uint16": "H",
    "uint32": "I",
    "uint64": "Q",
    "float16": "e",
    "float32": "f",
    "float64": "d",
    "complex64": "Zf",
    "complex128": "Zd",
}


def element_of_format(text):
    """What the elements of a buffer are, by its format; None for structures and the like."""
    order, code = ("@", text) if text[:1] not in tuple("@=<>!") else (text[0], text[1:])
    if order in ">!" and code not in ("b", "B", "c", "?"):
        return ("numbers in the other byte order", 0)
    kind = _CODES.get(code)
    if kind is None:
        return None
    size = _COMPLEX.get(code) or struct.calcsize((order if code not in "nN" else "@") + code)
    return kind, size


def element_of_dtype(dtype):
    """The name of a type of elements that is given as a name, a type of Python's, or one of numpy's."""
    python = {float: "float64", int: "int64", bool: "bool", complex: "complex128"}
    name = dtype if isinstance(dtype, str) else python.get(dtype) or getattr(dtype, "name", None)
    name = name or getattr(dtype, "__name__", None)
    if name in ELEMENTS:
        return name
    raise TypeError(f"dtype is {dtype!r}; expected one of {', '.join(ELEMENTS)}")


def words(element):
    """What people call elements."""
    if element is None:
        return "structures"
    return _OF_NUMBER.get(element, element[0])


class Parameter:
    """A parameter of a kernel, by its type as a demangler spells it, and the size of that."""

    def __init__(self, spelled, size):
        text = spelled.replace("sycl::_V1::", "sycl::")
        self.text = text.replace("_Float16", "sycl::half")
        self.size = size
        self.element = None
        self.group = 1  # elements that belong together, as in a vector or an array
        self.dimensions = None
        self.is_pointer = text.endswith(("*", "&")) or " (*) [" in text
        self.is_local = text.startswith(
            ("sycl::local_accessor<", "sycl::ext::oneapi::experimental::work_group_memory<")
        )
        if self.is_local:
            inner = text[text.index("<") + 1 : -1]
            if text.startswith("sycl::local_accessor<"):
                inner, _, dimensions = inner.rpartition(", ")
                self.dimensions = int(dimensions)
            self._element_of(inner)
            return
        if self.is_pointer:
            pointee = re.sub(r" ?(\(\*\) |[*&]$)", " ", text, count=1).strip()
            qualifiers = re.findall(r" (const|volatile)\b", pointee)
            self.is_const = "const" in qualifiers
            pointee = re.sub(r" (const|volatile)\b", "", pointee)
            self._element_of(pointee)
        else:
            self._element_of(text)

    def _element_of(self, text):
        """The numbers that a type is made of, if it is."""
        while (array := re.search(r" ?\[(\d*)\]$", text)) is not None:
            self.group *= int(array[1] or 1)
            text = text[: array.start()]
        vector = re.fullmatch(r"sycl::(vec|marray)<(.*), (\d+)(?:ul)?>", text) or re.fullmatch(
            r"()(\w[\w ]*?) __(?:attribute__\(\(.*\)\)|vector\((\d+)\))", text
        )
        if vector:
            count = int(vector[3])
            self.group *= 4 if count == 3 and vector[1] != "marray" else count
            text = vector[2]
        self.element = _NUMBERS.get(text)
        self.takes_all = self.element is None  # void, or a class of the source

    def takes(self, element):
        """Whether elements of an array are what the parameter points to."""
        if self.takes_all or element == self.element:
            return True
        if element is None:
            return self.group > 1
        bytes_ = {("byte", 1), ("uint", 1), ("int", 1)}
        return ("byte", 1) in (element, self.element) and {element, self.element} <= bytes_

    def expected(self):
        """What elements it points to, in words."""
        return words(self.element)


def parameters(demangled):
    """The parameters in `name<sizes<void (*)(T...), N...>*>()`."""
    start = demangled.index("(*)(") + 4
    depth, end = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(demangled[end], 0)
        end += 1
    sizes = [int(size) for size in re.findall(r", \(unsigned long\)(\d+)", demangled[end : demangled.rindex(">*>")])]
    types, depth, last = [], 0, start
    for at in range(start, end):
        letter = demangled[at]
        if letter in "(<[":
            depth += 1
        elif letter in ")>]" and at != end - 1:
            depth -= 1
        elif (letter == "," and depth == 0) or at == end - 1:
            if text := demangled[last:at].strip():
                types.append(text)
            last = at + 1
    if len(types) != len(sizes):
        raise ValueError(f"{demangled}: found {len(types)} types and {len(sizes)} sizes; expected as many")
    return tuple(Parameter(text, size) for text, size in zip(types, sizes))
