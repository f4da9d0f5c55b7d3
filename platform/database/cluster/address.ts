import type pg from "pg";
import { parse, toClientConfig } from "pg-connection-string";

/** One server of a cluster: a name or address with a port, or the folder of a Unix socket. */
export type Host = { host: string; port: number };

/** The content of `DATABASE_URL`: the servers that may be the primary, and how to connect to any of them. */
export type ClusterAddress = { hosts: Host[]; settings: pg.ClientConfig };

const defaultPort = 5432;
const tlsModes = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];
const hint = "the letters @ : / ? # % in a password are written %40 %3A %2F %3F %23 %25";

/**
 * Reads libpq's form `postgres://user:password@host1:5432,host2/database?parameters`: one host or several, IPv6 in
 * brackets, everything percent-encoded where necessary, hosts and ports also as parameters. Throws an `Error` whose
 * message is for the person who wrote it, and does not repeat the password. @see
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function readAddress(url: string): ClusterAddress {
  const [, scheme, authority, rest] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (scheme === undefined || authority === undefined) {
    throw new Error(
      "must begin with postgres://, as in postgres://user:password@host1:5432,host2:5432/rounds",
    );
  }
  const at = authority.lastIndexOf("@") + 1;
  // The parser accepts one host only; which one does not matter.
  const { host: named, port: ports, ...settings } = parseOne(`${authority.slice(0, at)}host${rest}`);
  const target = settings.target_session_attrs;
  if (target !== undefined && !["read-write", "primary"].includes(String(target))) {
    throw new Error("target_session_attrs must be read-write or primary, or left out");
  }
  const mode = /[?&]sslmode=([^&#]*)/i.exec(rest ?? "")?.[1];
  if (mode !== undefined && !tlsModes.includes(decode(mode)))
    throw new Error(`sslmode must be one of ${tlsModes.join(", ")}`);
  const list = named === "host" ? authority.slice(at) : String(named);
  const hosts = readHosts(list, typeof ports === "string" ? ports : "");
  return { hosts, settings: toClientConfig({ ...settings, host: null, database: settings.database }) };
}

function parseOne(address: string): ReturnType<typeof parse> {
  try {
    return parse(`postgres://${address}`);
  } catch (error) {
    // The library throws what reading a file or a URL throws.
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES") throw new Error(`names a file that can't be read: ${path}`);
    if (code === "ERR_INVALID_URL" || error instanceof URIError)
      throw new Error(`is no address of a database; ${hint}`);
    throw new Error(message);
  }
}

/** `ports` are the ports of hosts without one: one for all, or one for each. */
function readHosts(list: string, ports: string): Host[] {
  const names = list === "" ? ["localhost"] : list.split(",");
  const extra = ports.split(",");
  if (extra.length > 1 && extra.length !== names.length)
    throw new Error("names more hosts than ports, or fewer");
  const hosts = names.map((name, index) => {
    // IPv6 in brackets; or a name or an IPv4 address; or a socket's folder, percent-encoded.
    const [, v6, plain, port] = /^(?:\[([0-9a-f:.%]+)\]|([^:[\]@\s]+))(?::(\d*))?$/i.exec(name) ?? [];
    const host = decode(v6 ?? plain ?? "");
    // Not quoted: if a character of the password is not encoded, this is part of the password.
    if (host === "")
      throw new Error(`names no host, or one that can't be read, at place ${index + 1}; ${hint}`);
    const given = port || extra[extra.length > 1 ? index : 0] || String(defaultPort);
    return { host, port: readPort(given, index + 1) };
  });
  const distinct = new Set(hosts.map(nameOf));
  if (distinct.size < hosts.length) throw new Error("names a host twice");
  return hosts;
}

function readPort(text: string, place: number): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Error(`gives host ${place} a port that is none: they are numbers from 1 to 65535`);
  return port;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A host's name in logs and messages. */
export function nameOf({ host, port }: Host): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
