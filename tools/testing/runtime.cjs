const { default: JestRuntime } = require('jest-runtime');
const { Script } = require('node:vm');
const { setFlagsFromString } = require('node:v8');

// V8 drops what it has compiled of functions that haven't run for some time. A test file runs most of them once.
setFlagsFromString('--no-flush-bytecode');

/** What this worker has compiled, by file. */
const compiled = new Map();

/** Compiles a module once for all test files of a worker; Jest does so for each file. */
function compile(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known && known.source === source) return known.script;
  // What comes before the source is on its line, and to the left of its first column.
  const before = `(function (${parameters.join(', ')}) {`;
  const script = new Script(`${before}${source}\n})`, { filename, columnOffset: -before.length });
  compiled.set(filename, { source, script });
  return script;
}

/** Jest's runtime, for modules in CommonJS, which all of ours are in tests. */
module.exports = class Runtime extends JestRuntime {
  constructor(...options) {
    super(...options);
    const { executor } = this;
    if (typeof executor?.compile !== 'function')
      throw new Error(
        'This version of Jest compiles modules elsewhere. Change or remove tools/testing/runtime.cjs.',
      );
    const compileAsJest = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      if (context === null) return null;
      try {
        return compile(source, filename, executor.injectedModuleParameters).runInContext(context);
      } catch {
        return compileAsJest(source, filename); // says what is wrong
      }
    };
  }
};
