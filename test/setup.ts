import fc from 'fast-check';

// The same cases in every run, so that a red run is red for everybody; the fuzz scripts look for new ones.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) });

// The same text in every run: a terminal, CI and FORCE_COLOR would each decide otherwise on colours.
delete process.env.FORCE_COLOR;
process.env.NO_COLOR = '1';
