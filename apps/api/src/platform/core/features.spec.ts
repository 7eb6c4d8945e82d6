import 'reflect-metadata';
import { forwardRef, Module } from '@nestjs/common';
import { extensionPoint, Features, Registers } from './features.js';

const WORDS = extensionPoint<string>('words');
const NUMBERS = extensionPoint<number>('numbers');

@Module({})
@Registers(WORDS, 'inner')
class InnerModule {}

@Module({ imports: [InnerModule, forwardRef(() => InnerModule), { module: InnerModule }] })
@Registers(WORDS, 'first', 'second')
@Registers(NUMBERS, 1)
class OuterModule {}

@Module({})
class EmptyModule {}

describe('features', () => {
  const features = new Features([EmptyModule, OuterModule]);

  it('registers what stands on the modules and on those they import, each once', () => {
    expect(features.of(WORDS)).toEqual(['first', 'second', 'inner']);
    expect(features.of(NUMBERS)).toEqual([1]);
  });

  it('has nothing where nobody registered', () => {
    expect(new Features([EmptyModule]).of(WORDS)).toEqual([]);
  });
});
