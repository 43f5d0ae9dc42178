/**
 * The number of latest alerts and warnings among the notifications of the state of the world, and the most improvements
 * newer than the oldest of them.
 */
export const mostRecentNews = 20;
