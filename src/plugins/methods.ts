/** Whether a request with this method only reads. */
export const isReadMethod = (method: unknown): boolean => method === 'GET' || method === 'HEAD';
