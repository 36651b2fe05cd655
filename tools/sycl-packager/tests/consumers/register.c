/* Stands in for the SYCL runtime: prints what a wrapped host object registers, as the runtime would see it, before
 * `main`, and again counts what is taken back at the end. Layout: libsycl.so.9 and LLVM 22, "version 3". */
#include <stdint.h>
#include <stdio.h>

struct entry {
  uint64_t reserved;
  uint16_t version, kind;
  uint32_t flags;
  void *address;
  const char *name;
  uint64_t size, data;
  void *auxiliary;
};

struct property {
  const char *name;
  const void *value;
  uint32_t type;
  uint64_t size;
};

struct property_set {
  const char *name;
  const struct property *begin, *end;
};

struct image {
  uint16_t version;
  uint8_t kind, format;
  const char *target, *compile_options, *link_options;
  const unsigned char *begin, *end;
  const struct entry *entries_begin, *entries_end;
  const struct property_set *sets_begin, *sets_end;
};

struct descriptor {
  uint16_t version, count;
  const struct image *images;
  void *host_begin, *host_end;
};

static const struct descriptor *registered;

void __sycl_register_lib(const struct descriptor *descriptor) {
  registered = descriptor;
  printf("descriptor version %d, %d images\n", descriptor->version, descriptor->count);
  for (int i = 0; i < descriptor->count; ++i) {
    const struct image *image = &descriptor->images[i];
    unsigned long checksum = 5381;
    for (const unsigned char *byte = image->begin; byte < image->end; ++byte)
      checksum = checksum * 33 + *byte;
    printf("image %d: version %d, format %d, target %s, options '%s' '%s', %ld bytes, checksum %lx\n", i,
           image->version, image->format, image->target, image->compile_options, image->link_options,
           (long)(image->end - image->begin), checksum);
    for (const struct entry *entry = image->entries_begin; entry != image->entries_end; ++entry)
      printf("  entry %s, version %d, kind %d\n", entry->name, entry->version, entry->kind);
    for (const struct property_set *set = image->sets_begin; set != image->sets_end; ++set)
      for (const struct property *property = set->begin; property != set->end; ++property)
        printf("  [%s] %s: type %u, %lu\n", set->name, property->name, property->type, (unsigned long)property->size);
  }
}

void __sycl_unregister_lib(const struct descriptor *descriptor) {
  printf("%s\n", descriptor == registered ? "taken back" : "another one taken back");
}

int main(void) {
  printf("main, %s\n", registered ? "registered" : "nothing registered");
  return registered ? 0 : 1;
}
