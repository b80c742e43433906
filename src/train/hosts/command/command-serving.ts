import { dirname, join } from 'node:path';
import { shellWord } from '../../../util/shell-word.ts';
import type { TrainingTemplate } from '../../command-templates/training-template.ts';
import { readTask } from './command-folder.ts';

/** Where the adapters of jobs are. */
interface ServedFrom {
  /** Folder that contains one folder per job. */
  readonly folder: string;
  readonly adapter: string;
  readonly template: Pick<TrainingTemplate, 'name'>;
}

/** Values that vLLM accepts for --max-lora-rank (its source, 0.33.0). */
const servedRanks: readonly number[] = [1, 8, 16, 32, 64, 128, 256, 320, 512];

/** Returns one command for each base model on a server; a GGUF file needs none. */
export function servingSteps({ folder, adapter, template }: ServedFrom, trained: readonly string[]): readonly string[] {
  const served = trained
    .filter((each) => !each.startsWith('gguf/'))
    .map((each) => each.slice(each.lastIndexOf(':') + 1));
  if (template.name === 'tinker') {
    const file = (name: string) => join(folder, name, adapter);
    return served.map(
      (name) => `The model name of Tinker is in ${file(name)}; name it as openai-compatible/tinker://...`,
    );
  }
  const tasks = served.map((name) => ({ name, ...readTask(join(folder, name)) }));
  return [...Map.groupBy(tasks, ({ base }) => base)].map(([base, jobs]) => {
    const modules = jobs.map(({ name }) => shellWord(`${name}=${join(folder, name, dirname(adapter))}`)).join(' ');
    const maxRank = Math.max(16, ...jobs.map(({ rank }) => rank ?? 16));
    const flags = `--max-loras ${jobs.length} --max-lora-rank ${servedRanks.find((rank) => rank >= maxRank) ?? maxRank}`;
    return `vllm serve ${shellWord(base)} --max-model-len 4096 --enable-lora --lora-modules ${modules} ${flags}`;
  });
}
