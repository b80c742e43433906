import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { unreadablePath } from '../../data/files/unreadable-path.ts';
import { dataFolder } from '../../data/shipped-datasets.ts';
import { AppError } from '../../util/app-error.ts';

const text = z.string().trim().min(1);
const list = z.array(text).min(1);

const statements = z.strictObject({
  overview: text,
  domains: list,
  similarBenchmarks: list,
  goal: text,
  audience: list,
  outOfScope: list,
  limitations: list,
  annotation: text,
  interpretation: text,
  riskCategories: list,
  demographicAnalysis: text,
  potentialHarm: text,
  privacy: text,
  consent: text,
  compliance: text,
});

/** What only a person can state about a benchmark. No field is empty. */
export type CardStatements = z.infer<typeof statements>;

/** Reads statements; those of the shipped experiments by default. AppError that names every empty or missing field. */
export function readStatements(file: string = join(dataFolder, 'card', 'statements.json')): CardStatements {
  const { success, data, error } = statements.safeParse(parsed(file));
  if (success) return data;
  const fields = [...new Set(error.issues.flatMap((issue) => fieldsOf(issue)))];
  throw new AppError('card-statements', `${file}: empty, missing or unknown: ${fields.join(', ')}`, {
    hint: 'only a person can state these; data/card/statements.json has all fields',
  });
}

function fieldsOf(issue: z.core.$ZodIssue): readonly string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? 'the whole file')];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw unreadablePath(file, cause, { missing: 'copy data/card/statements.json and change it' });
  }
}

function parsed(file: string): unknown {
  const text = textOf(file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('card-statements-unreadable', `${file} cannot be read as JSON`, {
      hint: 'copy data/card/statements.json and change it',
      cause,
    });
  }
}
