/** Whether a URL belongs to the API rather than to the browser's application. */
export const isCall = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);
