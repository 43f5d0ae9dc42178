import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToWorld } from './events.ts';

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
  const onChange = vi.fn<() => void>();
  subscribeToWorld({ url: '/events', person: 'owner', onChange });
  latest()?.emit('world');

  expect(onChange).toHaveBeenCalledTimes(1);
  expect(SilentChannel.messages).toEqual(['world']);
});

/** Web Locks: the first to ask for a name gets it, and nobody gives it back here. */
function locks() {
  const held = new Set<string>();
  const request = (name: string, _: object, lead: () => Promise<void>): Promise<void> => {
    if (held.has(name)) return new Promise(() => undefined);
    held.add(name);
    return lead();
  };
  return { locks: { request } };
}

test('tabs of one person share a stream, and a tab of another account has its own', () => {
  vi.stubGlobal('navigator', locks());
  const told: string[] = [];
  const open = (person: string) => subscribeToWorld({ url: '/events', person, onChange: () => told.push(person) });
  open('owner');
  open('owner');
  expect(FakeStream.opened).toHaveLength(1);

  open('guest');
  expect(FakeStream.opened).toHaveLength(2);
  latest()?.emit('world');
  expect(told).toEqual(['guest']);
});

test('a broken stream is opened again, with pauses that grow to a minute', () => {
  subscribeToWorld({ url: '/events', person: 'owner', onChange: vi.fn<() => void>() });
  for (const waitMs of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
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
  const onChange = vi.fn<() => void>();
  subscribeToWorld({ url: '/events', person: 'owner', onChange });
  latest()?.emit('open');
  expect(onChange).toHaveBeenCalledTimes(1);

  latest()?.emit('error');
  vi.advanceTimersByTime(1000);
  latest()?.emit('open');
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('after the subscription has ended no stream is opened', () => {
  const stop = subscribeToWorld({ url: '/events', person: 'owner', onChange: vi.fn<() => void>() });
  latest()?.emit('error');
  stop();
  vi.advanceTimersByTime(60_000);
  expect(FakeStream.opened).toHaveLength(1);
});
