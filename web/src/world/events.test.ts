import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToWorld, type WorldNews } from './events.ts';

/** A stream that the test opens, breaks and sends events through. */
class FakeStream extends EventTarget {
  static opened: FakeStream[] = [];
  readonly url: string;
  isClosed = false;
  constructor(url: string) {
    super();
    this.url = url;
    FakeStream.opened.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
  emit(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}

class SilentChannel extends EventTarget {
  static messages: unknown[] = [];
  postMessage(message: unknown): void {
    SilentChannel.messages.push(message);
  }
  close(): void {
    // The fake stream has no connection to close.
  }
}

const latest = () => FakeStream.opened.at(-1);

beforeEach(() => {
  FakeStream.opened = [];
  SilentChannel.messages = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('BroadcastChannel', SilentChannel);
  // Without Web Locks every tab opens its own stream.
  vi.stubGlobal('navigator', {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the leading tab listens to the stream and tells the others', () => {
  const onNews = vi.fn<(news: WorldNews) => void>();
  subscribeToWorld({ url: '/events', onNews });
  latest()?.emit('world');
  latest()?.emit('freshness');

  expect(onNews.mock.calls).toEqual([['world'], ['freshness']]);
  expect(SilentChannel.messages).toEqual(['world', 'freshness']);
});

test('a broken stream is opened again, with growing pauses', () => {
  subscribeToWorld({ url: '/events', onNews: vi.fn<(news: WorldNews) => void>() });
  for (const waitMs of [1000, 2000, 4000]) {
    const before = FakeStream.opened.length;
    latest()?.emit('error');
    expect(latest()?.isClosed).toBe(true);
    vi.advanceTimersByTime(waitMs - 1);
    expect(FakeStream.opened).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeStream.opened).toHaveLength(before + 1);
  }
});

test('whenever the stream opens the world is fetched, because changes before were not announced', () => {
  const onNews = vi.fn<(news: WorldNews) => void>();
  subscribeToWorld({ url: '/events', onNews });
  latest()?.emit('open');
  expect(onNews.mock.calls).toEqual([['world']]);

  latest()?.emit('error');
  vi.advanceTimersByTime(1000);
  latest()?.emit('open');
  expect(onNews.mock.calls).toEqual([['world'], ['world']]);
});

test('after the subscription has ended no stream is opened', () => {
  const stop = subscribeToWorld({ url: '/events', onNews: vi.fn<(news: WorldNews) => void>() });
  latest()?.emit('error');
  stop();
  vi.advanceTimersByTime(60_000);
  expect(FakeStream.opened).toHaveLength(1);
});
