/** Place of an item on a ladder: tasks of growing difficulty along one axis. */
export interface LadderPlace {
  /** Name of the axis, such as `length`. */
  readonly axis: string;
  /** Number of the rung, from 1, the easiest. */
  readonly rung: number;
  /** Name of the rung, such as `sentence`. */
  readonly label: string;
}
