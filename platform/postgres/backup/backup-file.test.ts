import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { create } from "tar";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { packBackup, readBackup, unpackBase } from "./backup-file.ts";

const megabyte = 1024 * 1024;
const about = { server_version: "18.4", made_at: "2026-11-25T10:00:00.000Z" };
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "rounds-backup-file-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** The bytes that joining buffers copies while something runs; how it ends does not count. */
async function bytesJoined(work: () => Promise<unknown>): Promise<number> {
  const joining = vi.spyOn(Buffer, "concat");
  try {
    await work().catch(() => {});
    return joining.mock.results.reduce((sum, { value }) => sum + value.length, 0);
  } finally {
    joining.mockRestore();
  }
}

/** The data directory of a file, as PostgreSQL packs it, with something behind its end. */
async function packedBase(behind: Buffer): Promise<Buffer> {
  await mkdir(join(directory, "base"), { recursive: true });
  await writeFile(join(directory, "base", "PG_VERSION"), "18\n");
  const chunks: Buffer[] = [];
  for await (const chunk of create({ cwd: join(directory, "base") }, ["PG_VERSION"]))
    chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat([...chunks, behind]));
}

async function* inOne(packed: Buffer): AsyncIterable<Buffer> {
  yield packed;
}

/** A backup file with something behind its end. */
async function aBackup(behind: Buffer): Promise<string> {
  const parts = await mkdtemp(join(directory, "parts-"));
  await writeFile(join(parts, "backup_manifest"), "{}");
  await writeFile(join(parts, "base.tar.gz"), await packedBase(Buffer.alloc(0)));
  const file = join(parts, "backup");
  await packBackup(parts, file, about);
  await appendFile(file, behind);
  return file;
}

async function readAll(file: string) {
  await readBackup(
    file,
    async () => {},
    async (packed) => {
      for await (const _ of packed);
    },
  );
}

const unpack = async (behind: Buffer) => unpackBase(inOne(await packedBase(behind)), join(directory, "data"));

test("padding behind the end is no fault", async () => {
  await readAll(await aBackup(Buffer.alloc(megabyte / 2)));
  await unpack(Buffer.alloc(megabyte / 2));
  expect(await readdir(join(directory, "data"))).toEqual(["PG_VERSION"]);
});

test.each([
  ["40 MiB of zeros", Buffer.alloc(40 * megabyte)],
  ["something else", Buffer.alloc(200_000, "x")],
])("%s behind the end is damage, and is not copied again and again", async (_, behind) => {
  const file = await aBackup(behind);
  const packed = await packedBase(behind);
  const data = join(directory, "data");
  await expect(readAll(file)).rejects.toThrow("there is more behind its end");
  await expect(unpackBase(inOne(packed), data)).rejects.toThrow("there is more behind its end");
  expect(await bytesJoined(() => readAll(file))).toBeLessThan(megabyte);
  expect(await bytesJoined(() => unpackBase(inOne(packed), data))).toBeLessThan(megabyte);
});
