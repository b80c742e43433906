import { type OpenedModels, openModels } from '../../run/prepare/open-models.ts';
import { armsOf } from '../design/arms.ts';
import type { StudyDesign } from '../design/design.ts';
import { studyServers, trainedFrom } from './reach-models.ts';

/**
 * Opens the models of several runs once, all of them with the first run, and gives each run those that it names. For an
 * estimate: no key is required, and nothing is sent.
 */
export class StudyModels {
  readonly #design: StudyDesign;
  readonly #names: readonly string[];
  #opened: Promise<OpenedModels> | null = null;

  /** `names`: targets and predictors of the design. */
  constructor(design: StudyDesign, names: readonly string[]) {
    this.#design = design;
    this.#names = names;
  }

  readonly open: typeof openModels = async (request) => {
    this.#opened ??= openModels({
      ...request,
      sendsNothing: true,
      named: { subjects: this.#names, judge: null },
      baseUrls: studyServers(this.#design, trainedFrom(armsOf(this.#design))).baseUrls,
      settings: { ...request.settings, apiKeyVariable: this.#design.apiKeyVariable ?? null },
    });
    const all = await this.#opened;
    const subjects = request.named.subjects.map((name) => {
      const subject = all.subjects.find((each) => each.name === name);
      if (subject === undefined) throw new Error(`${name} is not a model of the study`);
      return subject;
    });
    const identities = new Set(subjects.map(({ identity }) => identity));
    return { ...all, subjects, open: new Map([...all.open].filter(([identity]) => identities.has(identity))) };
  };

  /** Closes the models; does nothing where none was opened. */
  async close(): Promise<void> {
    const all = await this.#opened?.catch(() => null); // what could not be opened is closed already
    await Promise.all([...(all?.open.values() ?? [])].map(({ model }) => model.close()));
  }
}
