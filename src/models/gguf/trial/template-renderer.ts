import type { Message } from '../../../domain/call.ts';
import { isRecord } from '../../../util/is-record.ts';
import { programFile } from '../../../util/package-files.ts';
import type { TemplateTokens } from '../loading/chat-template.ts';
import { LimitedProcess } from './limited-process.ts';

/** Request to the template process. */
interface Rendering {
  readonly source: string;
  readonly tokens: TemplateTokens;
  readonly messages: readonly Message[];
  readonly thinking: boolean | null;
}

/** Reply of the template process. `isReadable`: the template compiled but failed when it ran. */
export type Rendered = { readonly text: string } | { readonly error: string; readonly isReadable: boolean };

/** Thrown for a template that does not compile. */
export class UnreadableTemplate extends Error {
  override readonly name = 'UnreadableTemplate';
}

/** Wall-clock limit in milliseconds of one rendering, which takes a few milliseconds. */
export const renderTimeoutMs = 10_000;

export function isRendering(value: unknown): value is Rendering {
  return isRecord(value) && typeof value.source === 'string' && Array.isArray(value.messages);
}

function isRendered(value: unknown): value is Rendered {
  return isRecord(value) && (typeof value.text === 'string' || typeof value.error === 'string');
}

/** Renders chat templates in a process of its own that all model files share. */
export class TemplateRenderer {
  readonly #process = new LimitedProcess(programFile('models/gguf/trial/template-process'), {
    heapMb: 256,
    timeoutMs: 60_000,
  });

  /** Returns the prompt. Throws with the template's own message, or with the limit that stopped it. */
  async render(rendering: Rendering): Promise<string> {
    const result = await this.#process.ask(rendering);
    if (result.kind !== 'reply') throw new Error(result.why);
    const { value } = result;
    if (!isRendered(value)) throw new Error('it rendered nothing');
    if ('error' in value) throw value.isReadable ? new Error(value.error) : new UnreadableTemplate(value.error);
    return value.text;
  }

  close(): void {
    this.#process.close();
  }
}
