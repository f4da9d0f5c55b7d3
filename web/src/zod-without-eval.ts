/**
 * The content security policy forbids creating code from text. The validation library would try it once, when its
 * first schema is created; this setting, read before that, prevents it.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};
