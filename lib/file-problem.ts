const folders =
  'Other folders can be set by XDG_STATE_HOME (runs and keys), SCRAP_PRICES_CACHE (downloads) and --data (a local service).';

/** Explains errors of the file system that their user can mend, with what to do; `undefined` for others. */
export const fileProblem = (error: unknown): string | undefined => {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC')
    return `The disk is full${path === undefined ? '' : `, so ${path} cannot be written`}.`;
  if (path === undefined) return undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS': {
      const why = code === 'EROFS' ? 'its file system is read-only' : 'permission is denied';
      return `${path} cannot be ${syscall === 'open' ? 'opened' : 'written'}: ${why}. Make it accessible for this user, or choose another. ${folders}`;
    }
    case 'EEXIST':
    case 'ENOTDIR':
      return `${path} is a file, or below one, but should be a folder. Rename the file, or choose another folder. ${folders}`;
    default:
      return undefined;
  }
};
