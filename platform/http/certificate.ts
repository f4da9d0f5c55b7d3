import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { ConfigError } from "./config-error.ts";

/** The certificate (with those between it and its authority, if any) and its private key, as PEM. */
export type Certificate = { cert: string; key: string };

/** Reads the files of TLS_CERT and TLS_KEY. Throws `ConfigError` if the server could not use them. */
export function readCertificate(files: Certificate): Certificate {
  const certificate = { cert: read("TLS_CERT", files.cert), key: read("TLS_KEY", files.key) };
  let matches: boolean;
  try {
    createSecureContext({ cert: certificate.cert });
    matches = new X509Certificate(certificate.cert).checkPrivateKey(createPrivateKey(certificate.key));
  } catch (error) {
    throw new ConfigError(
      `TLS_CERT=${files.cert} and TLS_KEY=${files.key} must be a certificate and its private key as PEM, without a password`,
      { cause: error },
    );
  }
  if (!matches)
    throw new ConfigError(`The key in TLS_KEY=${files.key} is not the one of TLS_CERT=${files.cert}`);
  return certificate;
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    const because = code === "ENOENT" ? "there is no such file" : `this user may not read it (${code})`;
    throw new ConfigError(`${name}=${file} can't be read: ${because}`, { cause: error });
  }
}
