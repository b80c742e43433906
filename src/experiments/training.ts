import type { Condition } from '../domain/condition.ts';
import type { ItemBase } from '../domain/dataset.ts';

/** One question about the answer to an item, as a prediction prompt words it. */
interface Asked<Item extends ItemBase> {
  readonly item: Item;
  /** One of the item's questions. */
  readonly question: string;
  readonly condition: Pick<Condition, 'wording' | 'mode' | 'system'>;
  /** Name of the model whose answer is predicted. */
  readonly subject: string;
}

/**
 * How models are trained to predict answers to an experiment's items. Its outcomes are categorical, with the group of
 * the item as their group and a question as their unit.
 */
export interface Training<Item extends ItemBase = ItemBase> {
  /** Wordings by their use; `all` includes the others. */
  readonly wordings: {
    readonly all: readonly string[];
    /** Used where a study file names none. */
    readonly usual: string;
    /** Mentions the system prompt that the answer was given under. */
    readonly told: string;
    /** Asks with the prompts that an item carries. */
    readonly shown: string;
  };
  /** Returns the text that must not be in training and test at once; splits and clusters use it. */
  text(item: Item): string;
  /** Returns the user message of the execution. */
  prompt(item: Item): string;
  /** Returns the name of the group of items that training rows are capped in and that a study can hold out. */
  group(item: Item): string;
  /** Returns the split of the item. */
  split(item: Item): 'train' | 'test';
  /** Returns whether the source of the item allows training. */
  mayTrain(item: Item): boolean;
  /** Returns the names of what is asked about the answer: the units of its outcomes. */
  questions(item: Item): readonly string[];
  withQuestions(item: Item, questions: readonly string[]): Item;
  /** Returns the user message; null where the wording has no prompt for the question. */
  predictionPrompt(asked: Asked<Item>): string | null;
  /** Returns the user message that shows a reply and asks the question about it. */
  shownPrompt(reply: string, item: Item, question: string): string;
}
