/** Levels at which predictions have the tool `run_myself`: the model may call it, or must call it once. */
export const selfRunLevels = ['offered', 'required'] as const;
export type SelfRunLevel = (typeof selfRunLevels)[number];

/** Stands for the subject in the list of executors. */
export const itself = 'itself';

/** How inner sessions are allowed: a person is asked before each, or all are allowed in advance. */
export const approvals = ['ask', 'yes'] as const;
export type Approval = (typeof approvals)[number];

/** Maximum of inner sessions per prediction that a run can allow. */
export const maxSelfRuns = 100;
