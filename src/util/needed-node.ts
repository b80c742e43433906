const needed = [22, 18] as const;

/** Returns the sentence about a version of Node that is too old for this package; null if this one is not. */
export function nodeProblem(): string | null {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return null;
  return `needs Node ${needed.join('.')} or newer, but this is ${node}`;
}

/** What to do about an old version of Node. */
export const nodeHint = 'install it from https://nodejs.org, or with your version manager';
