/**
 * The number of latest alerts and warnings among the notifications of the state of the world, and the most improvements
 * newer than the oldest of them.
 */
export const mostRecentNews = 20;

interface ListedNews {
  readonly notificationLevel: string;
}

/**
 * Whether there may be more of the news that `isMeant` selects, such as those since an instant, than the notifications
 * have room for. News of the level GREEN and all others have a limit each, and while the list is full of the others it
 * has no GREEN news that is older than these.
 */
export function isNewsCut<News extends ListedNews>(
  notifications: readonly News[],
  isMeant: (news: News) => boolean,
): boolean {
  const { green = [], others = [] } = Object.groupBy(notifications, ({ notificationLevel }) =>
    notificationLevel === 'GREEN' ? 'green' : 'others',
  );
  return [green, others].some((listed) => listed.length >= mostRecentNews && listed.every(isMeant));
}
