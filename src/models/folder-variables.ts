/**
 * Variables that the file .env of the current folder set in this process, with their values. A downloaded folder may
 * contain its author's .env, so an address from it must not receive a key from elsewhere (`key-destination.ts`).
 */
const variables = new Map<string, string>();

/** Sets variables of .env in this process and remembers that they came from there. */
export function setFolderVariables(added: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(added)) {
    process.env[name] = value;
    variables.set(name, value);
  }
}

/** Forgets that a variable came from .env: a flag of the command line replaces it. */
export function replaceFolderVariable(name: string): void {
  variables.delete(name);
}

/** Returns the value that .env gave a variable; null if the environment, a flag or nothing sets it. */
export function folderValue(name: string): string | null {
  return variables.get(name) ?? null;
}
