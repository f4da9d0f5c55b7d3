/**
 * The content policy forbids making code from text. The validation library would try to, once, when its first
 * schema is made; this setting, read before that, tells it not to.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};
