/** Column of the user's data whose equal values make items one group of every test and interval, in every experiment. */
export const groupColumn = 'group';

/** Fields that every item of every data set has. */
export interface ItemBase {
  readonly id: string;
  /** Columns of the data file beyond the item's fields; never part of a prompt. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}
