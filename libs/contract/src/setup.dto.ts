import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { IsTypedSecret } from './rules.js';
import { SETUP_OUTCOMES, SETUP_STEPS, type SetupOutcome, type SetupStep } from './setup.js';

/** `POST /editor/setup/code`: asks whether it is the code that was printed. */
export class SetupCodeDto {
  @IsTypedSecret(64)
  readonly code: string;
}

/** `POST /editor/setup/steps`: what became of steps. */
export class SetupStepsDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(SETUP_STEPS.length)
  @ArrayUnique()
  @IsIn(SETUP_STEPS, { each: true })
  readonly steps: readonly SetupStep[];

  @IsIn(SETUP_OUTCOMES)
  readonly outcome: SetupOutcome;
}
