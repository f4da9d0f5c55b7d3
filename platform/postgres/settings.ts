import { statfs } from "node:fs/promises";

const megabyte = 1024 * 1024;

/**
 * The server's settings, given on its command line so that they hold for every start, whichever release of Rounds
 * created the data. `listen` says how to reach it: on Unix only by a socket in a private directory; on Windows, which
 * has no such thing, on a loopback port.
 */
export async function serverSettings(
  listen: { socketDirectory: string } | { loopback: true },
  extra: Record<string, string> = {},
): Promise<string[]> {
  const settings: Record<string, string> = {
    ...("loopback" in listen
      ? { listen_addresses: "127.0.0.1", unix_socket_directories: "" }
      : {
          listen_addresses: "",
          unix_socket_directories: listen.socketDirectory,
          unix_socket_permissions: "0700",
        }),
    cluster_name: "rounds",
    timezone: "UTC",
    log_timezone: "UTC",

    // What was acknowledged is on disk.
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    restart_after_crash: "on",
    // The first change of a page after a checkpoint writes the whole page to the log, so checkpoints that are further
    // apart write less. Recovery after a crash stays short: max_wal_size (1 GB) starts a checkpoint too.
    checkpoint_timeout: "15min",

    max_connections: "100",
    shared_buffers: "128MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    random_page_cost: "1.1",
    dynamic_shared_memory_type: await sharedMemoryType(),
    // Its compile time is longer than any query of the product takes.
    jit: "off",

    // The log contains events, not what people typed: no statements, no row contents.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    ...extra,
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Docker gives a container 64 MB of /dev/shm, too little for parallel queries: then files are used. */
async function sharedMemoryType(): Promise<string> {
  if (process.platform === "win32") return "windows";
  if (process.platform !== "linux") return "posix";
  try {
    const found = await statfs("/dev/shm");
    return found.blocks * found.bsize >= 256 * megabyte ? "posix" : "mmap";
  } catch {
    return "mmap";
  }
}
