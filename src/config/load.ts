import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { AppError } from '../util/app-error.ts';
import type { SebConfig } from './define-config.ts';
import { type RunOptions, runOptionsSchema } from './options.ts';

/** The config file that needs not be named. */
export const defaultFile = 'seb.config.ts';

const configModule = z.object({ default: z.record(z.string(), z.unknown()) });

/** The config file that was named, or `seb.config.ts` of the current folder, or an empty configuration. */
export async function loadConfig(path: string | null): Promise<SebConfig> {
  const file = resolve(path ?? defaultFile);
  if (!existsSync(file)) {
    if (path === null) return {};
    throw new AppError('config-missing', `there is no config file ${path}`, {
      hint: 'check the path given to --config',
    });
  }
  const loaded = configModule.safeParse(await importConfig(file));
  if (!loaded.success) {
    throw new AppError('config-shape', `${path ?? defaultFile} has no default export made with defineConfig`, {
      hint: "end it with `export default defineConfig({ ... })`, imported from 'self-execution-benchmark'",
    });
  }
  return loaded.data.default as SebConfig; // its plain fields are checked by parseOptions, its objects where they are used
}

async function importConfig(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('config-broken', `${file} cannot be loaded: ${why}`, {
      hint: 'mend it, or give another with --config',
      cause,
    });
  }
}

/** Checks options; the message names each wrong one as the user wrote it. */
export function parseOptions(options: unknown, where: string): RunOptions {
  const parsed = runOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'options'}: ${message}`);
  throw new AppError('bad-options', `${where}: ${issues.join('; ')}`, { hint: 'see `seb run --help`' });
}
