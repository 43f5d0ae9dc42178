/** Whether a path is one of the API's, and none of the browser's application. */
export const isCall = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);
