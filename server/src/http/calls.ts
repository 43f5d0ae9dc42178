/** Whether a URL belongs to programs rather than to the browser's application. */
export const isCall = (url: string): boolean => /^\/(?:api|mcp)(?:[/?]|$)/.test(url);
