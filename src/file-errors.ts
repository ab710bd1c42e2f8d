export function explainFileError(error: unknown): string {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const reasonByErrorCode: Record<string, string> = {
    ENOENT: 'there is no such file or directory',
    ENOTDIR: 'a part of its path is not a directory',
    EISDIR: 'it is a directory',
    EACCES: 'this user has no permission',
    EPERM: 'this user has no permission',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
  };
  return reasonByErrorCode[code] ?? code;
}
