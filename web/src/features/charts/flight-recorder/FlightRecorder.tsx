import { useState } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Segments } from '../../../ui/fields/Segments.tsx';
import { EventList } from './EventList.tsx';
import { recorderHeight } from './lanes.ts';
import { Recorder } from './Recorder.tsx';
import { RecorderTable } from './RecorderTable.tsx';
import { useRecording } from './use-recording.ts';
import './flight-recorder.css';

const ranges = [
  { value: '7', content: '7 days' },
  { value: '30', content: '30 days' },
  { value: '90', content: '90 days' },
  { value: '120', content: '120 days' },
] as const;
type Range = (typeof ranges)[number]['value'];

/** Everything that happened to a product, on one time axis, and in words below it. */
export function FlightRecorder({ product }: { readonly product: Product }) {
  const [range, setRange] = useState<Range>('30');
  const [isTable, setTable] = useState(false);
  const { recording, events, isLoading, hasFailed, retry } = useRecording(product, Number(range));
  return (
    <>
      <section aria-label="Flight recorder" className="recorder">
        <header className="recorder__head">
          <h3>Flight recorder</h3>
          <span className="grow" />
          <Segments
            label="As a picture or a table"
            options={[
              { value: 'picture', content: 'Picture' },
              { value: 'table', content: 'Table' },
            ]}
            value={isTable ? 'table' : 'picture'}
            onChange={(next) => setTable(next === 'table')}
          />
          <Segments label="Time" options={ranges} value={range} onChange={setRange} />
        </header>
        {hasFailed && (
          <ErrorState title="What was recorded did not load" message="Nothing of it is lost." onRetry={retry} />
        )}
        {!hasFailed && (
          <div aria-busy={isLoading} style={{ minHeight: recorderHeight }}>
            {recording &&
              (isTable ? <RecorderTable recording={recording} /> : <Recorder recording={recording} events={events} />)}
          </div>
        )}
        {!isTable && <Legend />}
      </section>
      <EventList events={events} />
    </>
  );
}

/** The forms stand beside the colours. */
const Legend = () => (
  <p className="recorder__legend" aria-hidden="true">
    {[
      ['own', 'Your price'],
      ['box', 'Buy box'],
      ['fba', 'Lowest FBA'],
      ['sold', 'Sold'],
      ['promoted', 'With promotion'],
      ['gap', 'No data'],
    ].map(([look, name]) => (
      <span key={look}>
        <i className={`recorder__key recorder__key--${look}`} />
        {name}
      </span>
    ))}
  </p>
);
