/**
 * Environment of the host: its C library keeps the memory of one picture for the next. Eight megabytes that the
 * system gives anew each time, page by page, take longer than to photograph, scale and encode them (measured on a
 * virtual machine). glibc alone knows these names (mallopt(3)); the values are bytes and a count.
 */
export const keptMemory: Readonly<Record<string, string>> = {
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 * 1024),
  MALLOC_ARENA_MAX: '1',
};
