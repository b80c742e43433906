import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../util/app-error.ts';
import { experimentShape } from '../../util/check-arguments.ts';
import { importFile } from '../../util/import-file.ts';
import { plainIssues } from '../../util/plain-issues.ts';
import type { SebConfig } from './define-config.ts';
import { flagName, sourceHint } from './option.ts';
import { modelObject } from './own-models.ts';
import { type RunOptions, runOptionsSchema } from './run-options.ts';

/** Names under which a config file is found in the current folder. */
const defaultFiles = ['seb.config.ts', 'seb.config.mts', 'seb.config.mjs', 'seb.config.js'] as const;

/** Returns the name of the config file in the current folder; null if there is none. AppError if there are several. */
export function defaultConfig(): string | null {
  const [file = null, other] = defaultFiles.filter((name) => existsSync(name));
  if (other === undefined) return file;
  throw new AppError('two-configs', `the folder has two config files, ${file} and ${other}`, {
    hint: 'remove one of them, or name one with --config',
  });
}

/** Checks that a model object or an experiment has a name; the rest is checked where it is used. */
const ownObjects = z.object({
  model: z
    .array(z.union([z.string(), modelObject], { error: 'is neither a name nor a model object' }), {
      error: 'is not a list of names and model objects',
    })
    .optional(),
  judge: z.union([z.string(), modelObject], { error: 'is neither a name nor a model object' }).optional(),
  attributes: z.string({ error: 'is not the path of a CSV file' }).optional(),
  experiments: z.array(experimentShape, { error: 'is not a list of experiments' }).optional(),
});

const configModule = z.object({ default: z.record(z.string(), z.unknown()) });

/** Loads a config file. */
export async function loadConfig(path: string): Promise<SebConfig> {
  const file = resolve(path);
  if (!existsSync(file)) {
    throw new AppError('config-missing', `config file not found: ${path}`, {
      hint: 'check the path given to --config',
    });
  }
  if (!/\.[cm]?[jt]s$/.test(file)) {
    throw new AppError('config-shape', `${path} is not a TypeScript or JavaScript file`, {
      hint: 'write the options in seb.config.ts: `export default defineConfig({ ... })`, with the flags as keys',
    });
  }
  const loaded = configModule.safeParse(await importConfig(file));
  if (!loaded.success) {
    throw new AppError('config-shape', `${path} has no default export created with defineConfig`, {
      hint: "end it with `export default defineConfig({ ... })`, imported from 'self-execution-benchmark'",
    });
  }
  refuseMalformedObjects(loaded.data.default, path);
  return loaded.data.default as SebConfig; // its plain fields are checked by parseOptions, its objects where they are used
}

/** Throws an AppError with `source` and the field unless models and experiments are objects with a name. */
export function refuseMalformedObjects(config: unknown, source: string): void {
  const objects = ownObjects.safeParse(config);
  if (objects.success) return;
  const { path: place, message } = objects.error.issues[0] ?? { path: [], message: 'is not valid' };
  throw new AppError('config-shape', `${source}: ${place.join('.')}: ${message}`, {
    hint: 'a model is a name, the result of `defineModel` or a model object of the AI SDK; an experiment is the result of `defineExperiment`',
  });
}

async function importConfig(file: string): Promise<unknown> {
  try {
    return await importFile(file);
  } catch (cause) {
    throw new AppError(
      'config-broken',
      `the config file cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        hint: 'fix that line, or give a different file with --config',
        cause,
      },
    );
  }
}

const absent = z.undefined().optional();

/** The run options, and the other fields of a config file, which are read before; they are near names of a misspelled one. */
const optionsSchema = runOptionsSchema(z).extend({ experiments: absent, attributes: absent });

/** Validates flags and variables (`file` null) or a config file; errors name each option as the user wrote it. */
export function parseOptions(options: Readonly<Record<string, unknown>>, file: string | null): RunOptions {
  const parsed = optionsSchema.safeParse(options, plainIssues);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path: [key, ...inside], message }) => {
    if (key === undefined) return message.replaceAll('there is no field', 'there is no option');
    const name = file === null ? `--${flagName(String(key))}` : [key, ...inside].join('.');
    return `${name}${givenText(options[String(key)])}: ${message}`;
  });
  const [key] = parsed.error.issues[0]?.path ?? [];
  const hint = file !== null || key === undefined ? 'see `seb run --help all`' : sourceHint(String(key));
  throw new AppError('bad-options', `${file === null ? '' : `${file}: `}${wrong.join('; ')}`, { hint });
}

/** Returns the given value for an error message, if it is short. */
function givenText(given: unknown): string {
  const parts: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (parts.some((part) => typeof part === 'object')) return ''; // may be deeply nested
  return ` ${JSON.stringify(Array.isArray(given) ? given.join(' ') : String(given))}`;
}
