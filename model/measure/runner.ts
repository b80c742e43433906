import { getLlama, type LlamaContextSequence, LlamaLogLevel, type LlamaModel } from 'node-llama-cpp';

interface Question {
  readonly prompt: string;
  /** 0 for greedy. */
  readonly temperature: number;
  readonly seed: number;
}

interface Reply {
  readonly text: string;
  readonly tokens: number;
  /** Whether the model ended its answer itself. */
  readonly ended: boolean;
}

/** Greedy answers are bit-reproducible only with one sequence; more sequences are faster. */
export interface Runner extends AsyncDisposable {
  readonly model: LlamaModel;
  ask(questions: readonly Question[], maxTokens?: number): Promise<Reply[]>;
}

/** Opens a model file, with the LoRA adapter of `adapterPath` unless that is null. */
export async function openRunner(
  modelPath: string,
  sequences: number,
  adapterPath: string | null = null,
): Promise<Runner> {
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    progressLogs: false,
    logLevel: LlamaLogLevel.error,
    maxThreads: 1,
  });
  const model = await llama.loadModel({ modelPath });
  const lora = adapterPath === null ? {} : { lora: { adapters: [{ filePath: adapterPath }] } };
  const context = await model.createContext({ contextSize: 1024, sequences, threads: 1, batchSize: 1024, ...lora });
  const free = Array.from({ length: sequences }, () => context.getSequence());
  return {
    model,
    async ask(questions, maxTokens = 200) {
      const replies: Reply[] = new Array(questions.length);
      // One sequence asks all questions of one prompt: after the first, the prompt is in its memory.
      const groups = [...Map.groupBy(questions.entries(), ([, { prompt }]) => prompt).values()];
      const work = async (sequence: LlamaContextSequence) => {
        for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
          for (const [index, question] of group) replies[index] = await reply(model, sequence, question, maxTokens);
        }
      };
      await Promise.all(free.map(work));
      return replies;
    },
    async [Symbol.asyncDispose]() {
      await llama.dispose();
    },
  };
}

async function reply(
  model: LlamaModel,
  sequence: LlamaContextSequence,
  question: Question,
  maxTokens: number,
): Promise<Reply> {
  const prompt = model.tokenize(`<|bos|><|user|>${question.prompt}<|end|><|assistant|>`, true);
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false); // the same prompt again costs its last token only
  const output: ReturnType<typeof model.tokenize>[number][] = [];
  const sampling = { temperature: question.temperature, topK: 0, topP: 1, minP: 0, seed: question.seed };
  let ended = true;
  for await (const token of sequence.evaluate(prompt.slice(sequence.nextTokenIndex), sampling)) {
    output.push(token);
    if (output.length >= maxTokens) {
      ended = false;
      break;
    }
  }
  return { text: model.detokenize(output), tokens: output.length, ended };
}
