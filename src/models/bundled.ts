import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '../util/app-error.ts';
import { nearestNames } from '../util/nearest-names.ts';
import { ggufModel } from './gguf.ts';
import type { LanguageModel } from './language-model.ts';
import type { ModelOptions } from './model-options.ts';

/** The demonstration models that come with the project; what they are is in model/README.md. */
export const bundledNames = ['ada', 'bo'] as const;

/** Path of a bundled model's weights, whether or not they are there. */
export function bundledPath(name: string): string {
  return fileURLToPath(new URL(`../../model/weights/${name}.gguf`, import.meta.url));
}

/** Opens `bundled/NAME`; throws an AppError when there is no such model or its weights are missing. */
export async function bundledModel(name: string, options: ModelOptions): Promise<LanguageModel> {
  if (!(bundledNames as readonly string[]).includes(name)) {
    const nearest = nearestNames(name, bundledNames);
    const list = (nearest.length === 0 ? bundledNames : nearest).map((known) => `bundled/${known}`).join(' or ');
    throw new AppError('unknown-model', `there is no bundled model "${name}"`, { hint: `use ${list}` });
  }
  const file = bundledPath(name);
  if (!existsSync(file)) {
    throw new AppError('no-model-file', `the weights of bundled/${name} are not in this copy (${file})`, {
      hint: 'get the whole repository, or make them as model/README.md says',
    });
  }
  return await ggufModel(`bundled/${name}`, file, options);
}
