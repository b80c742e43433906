/** Environment variable of a training command with the absolute path of its job folder. */
export const jobFolderVariable = 'SEB_JOB_DIR';

/**
 * Replaces {dir} in a shell command by the variable with the job folder, quoted according to the quotes around it. The
 * shell never parses the path, so that no character in it can change the command.
 */
export function withJobFolder(command: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return command.replaceAll(/"?\{dir\}"?/g, () => `"%${jobFolderVariable}%"`);
  const variable = `\${${jobFolderVariable}}`;
  let quote = '';
  return command.replaceAll(/\\.|["']|\{dir\}/gs, (token) => {
    if (token === '{dir}') return quote === '"' ? variable : quote === "'" ? `'"${variable}"'` : `"${variable}"`;
    if (token.length === 2 && quote === "'")
      quote = token.endsWith("'") ? '' : quote; // no escapes between single quotes
    else if (token === quote) quote = '';
    else if (token.length === 1 && quote === '') quote = token;
    return token;
  });
}
