import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../util/app-error.ts';
import { importFile } from '../../util/import-file.ts';
import { plainIssues } from '../../util/plain-issues.ts';
import { type StudyDesign, studyDesignSchema } from './design.ts';

/** Loads a study from a TypeScript or JSON file. AppError with every invalid field. */
export async function loadDesign(path: string): Promise<StudyDesign> {
  const file = resolve(path);
  if (!existsSync(file)) {
    throw new AppError('no-study', `study file not found: ${path}`, { hint: 'docs/study.md shows one' });
  }
  return parseDesign(await contentOf(file, path), path);
}

/** Validates a study's fields. AppError with every invalid field. */
function parseDesign(content: unknown, path: string): StudyDesign {
  const parsed = studyDesignSchema.safeParse(content, plainIssues);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path: place, message }) =>
    place.length === 0 ? message : `${place.join('.')}: ${message}`,
  );
  throw new AppError('bad-study', `${path}: ${issues.join('; ')}`, { hint: 'docs/study.md lists the fields' });
}

async function contentOf(file: string, path: string): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(await readFile(file, 'utf8'));
    const module: { readonly default?: unknown } = await importFile(file);
    return module.default;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('bad-study', `${path} cannot be loaded: ${why}`, {
      hint: "end a TypeScript file with `export default defineStudy({ ... })`, imported from 'self-execution-benchmark/study'",
      cause,
    });
  }
}
