import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { type Durations, deriveTimings, type Timings } from '../../lambdas/domain/timing.ts';
import { type Death, failingCalls, type Invocation, type Trouble } from './failing-calls.ts';
import { VirtualTime } from './virtual-time.ts';

/** When every virtual world begins. */
export const startMs = Date.UTC(2026, 10, 21, 10);

/** Faults that every world may have. */
export interface WorldFaults {
  trouble?: Trouble | undefined;
  /** Duration of a call, ms. */
  callMs: number;
  /** Numbers of deliveries that SQS duplicates concurrently. */
  doubled?: readonly number[];
}

/** Time, failing calls, dying functions and duplicate messages of one simulated deployment. */
export abstract class VirtualWorld {
  readonly time = new VirtualTime(startMs);
  readonly timings: Timings;
  /** Deaths, duplicated deliveries and failing calls, each of which may cause an additional call. */
  mishaps = 0;
  protected readonly clock = (): number => this.time.nowMs;
  readonly #faults: WorldFaults;
  #runs = 0;

  constructor(faults: WorldFaults, durations: Durations) {
    this.#faults = faults;
    this.timings = deriveTimings(durations);
  }

  /** Wraps the ports of one run of a function. */
  protected wrapper(invocation: Invocation, death?: Death) {
    return failingCalls(
      {
        ...{ time: this.time, startMs, trouble: this.#faults.trouble, callMs: this.#faults.callMs },
        failMs: this.timings.storeCallMs,
        onMishap: () => {
          this.mishaps += 1;
        },
      },
      invocation,
      death,
    );
  }

  /** Delivers a message to a function, twice at once if the faults say so. @param run - takes its number. */
  protected async deliver(
    record: SQSRecord,
    run: (record: SQSRecord, number: number) => Promise<SQSBatchResponse>,
  ): Promise<SQSBatchResponse> {
    const isDoubled = this.#faults.doubled?.includes(this.#runs) === true;
    const once = (): Promise<SQSBatchResponse> => {
      this.#runs += 1;
      return run(record, this.#runs - 1);
    };
    if (!isDoubled) return once();
    this.mishaps += 1;
    const [answer] = await Promise.all([once(), once()]);
    return answer;
  }
}
