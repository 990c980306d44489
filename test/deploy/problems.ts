/** Problems that the doctor names, but for the alarm on slow calls: the emulator judges this machine's speed. */
export const problemsIn = (output: string): string[] =>
  output.split('\n').filter((line) => line.includes('✗') && !line.includes('AlarmsApiLatency'));
