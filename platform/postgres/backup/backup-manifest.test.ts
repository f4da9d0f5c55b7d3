import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { packBackup } from "./backup-file.ts";
import { readManifest } from "./backup-manifest.ts";
import { restoreBackup } from "./restore.ts";

/* Handmade backups whose contents don't match their lists. None is ever started. */

let directory: string;
let base: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "rounds-manifest-"));
  await chmod(directory, 0o711);
  base = join(directory, "base");
  await mkdir(join(base, "pg_wal"), { recursive: true });
  await writeFile(join(base, "PG_VERSION"), "18\n");
  await writeFile(join(base, "pg_wal", "000000010000000000000002"), "not listed");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/** As PostgreSQL writes it: the last line holds the checksum of everything before it. */
function manifestOf(files: object[]): string {
  const text = `{ "PostgreSQL-Backup-Manifest-Version": 2,\n"Files": [\n${files.map((f) => JSON.stringify(f)).join(",\n")}\n],\n`;
  return `${text}"Manifest-Checksum": "${sha256(text)}"}\n`;
}

const version = { Path: "PG_VERSION", Size: 3, "Checksum-Algorithm": "SHA256", Checksum: sha256("18\n") };

async function restoring(manifest = manifestOf([version]), server_version = "18.4"): Promise<unknown> {
  execFileSync("tar", ["czf", join(directory, "base.tar.gz"), "-C", base, "."]);
  await writeFile(join(directory, "backup_manifest"), manifest);
  const file = join(directory, "made.backup");
  await packBackup(directory, file, { server_version, made_at: "2025-01-01T00:00:00Z" });
  const dataDir = join(directory, "data");
  return restoreBackup({ dataDir, file, replace: false, log: () => {} });
}

function damage(reason: string) {
  return { code: "backup_file", message: expect.stringContaining(`The backup is damaged: ${reason}`) };
}

test("detects a file of the wrong size", async () => {
  await writeFile(join(base, "PG_VERSION"), "18 \n");
  await expect(restoring()).rejects.toMatchObject(damage("PG_VERSION has 4 bytes instead of 3"));
});

test("detects a file with other content", async () => {
  await writeFile(join(base, "PG_VERSION"), "19\n");
  await expect(restoring()).rejects.toMatchObject(damage("PG_VERSION has changed"));
});

test("detects a missing file", async () => {
  await rm(join(base, "PG_VERSION"));
  await expect(restoring()).rejects.toMatchObject(damage("PG_VERSION is missing"));
});

test("detects an unlisted file, except in the log", async () => {
  await writeFile(join(base, "postgresql.conf"), "");
  await expect(restoring()).rejects.toMatchObject(damage("postgresql.conf does not belong to it"));
});

test("a link is refused", async () => {
  await symlink("/etc", join(base, "pg_tblspc"));
  await expect(restoring()).rejects.toMatchObject(damage("./pg_tblspc is a link"));
});

test("finds a file listed under an encoded name", async () => {
  const encoded = Buffer.from("PG_VERSION").toString("hex");
  const { Path: _, ...rest } = version;
  await rm(join(base, "PG_VERSION"));
  await expect(restoring(manifestOf([{ "Encoded-Path": encoded, ...rest }]))).rejects.toMatchObject(
    damage("PG_VERSION is missing"),
  );
});

test("detects a changed list", async () => {
  const manifest = manifestOf([version]).replace('"Size":3', '"Size":4');
  await expect(restoring(manifest)).rejects.toMatchObject(damage("its list of files is not intact"));
  expect(() => readManifest(Buffer.from("{}"))).toThrow("not intact");
});

test("refuses a list without checksums", async () => {
  const { Checksum: _, "Checksum-Algorithm": __, ...bare } = version;
  await expect(restoring(manifestOf([bare]))).rejects.toMatchObject(damage("PG_VERSION has no SHA-256"));
});

test("refuses a backup of another major version before unpacking it", async () => {
  await expect(restoring(manifestOf([version]), "19.1")).rejects.toMatchObject({
    code: "data_version",
    message: expect.stringContaining("made by PostgreSQL 19"),
  });
});

test("a backup of a later format asks for an update", async () => {
  execFileSync("tar", ["czf", join(directory, "base.tar.gz"), "-C", base, "."]);
  await writeFile(join(directory, "backup_manifest"), manifestOf([version]));
  const about = { server_version: "18.4", made_at: "2025-01-01T00:00:00Z" };
  await packBackup(directory, join(directory, "made.backup"), about);
  const json = join(directory, "rounds-backup.json");
  await writeFile(json, (await readFile(json, "utf8")).replace('"format_version": 1', '"format_version": 2'));
  const file = join(directory, "newer.backup");
  execFileSync("tar", ["cf", file, "-C", directory, "rounds-backup.json", "backup_manifest", "base.tar.gz"]);
  await expect(
    restoreBackup({ dataDir: join(directory, "data"), file, replace: false, log: () => {} }),
  ).rejects.toMatchObject({ code: "backup_file", message: expect.stringContaining("Update Rounds first") });
});
