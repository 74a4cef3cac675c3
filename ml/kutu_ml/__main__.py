"""Runs one command of the package: python -m kutu_ml COMMAND [options]."""

import argparse
import importlib
import sys

# Command: the module that implements it (add_arguments and run). Imported only when called, so that --help is quick.
COMMANDS = {
    'prepare': 'kutu_ml.data.cache',
    'train': 'kutu_ml.train.command',
    'compress': 'kutu_ml.compress.command',
    'calibrate': 'kutu_ml.calibrate.command',
    'export': 'kutu_ml.export.export',
    'quality': 'kutu_ml.export.quality',
    'base-statistics': 'kutu_ml.export.base_statistics',
    'golden-scores': 'kutu_ml.export.golden_scores',
    'evaluate': 'kutu_ml.evaluate.command',
    'affected-area': 'kutu_ml.affected.fit',
    'card': 'kutu_ml.report.model_card',
}


def main(argv: list[str] | None = None) -> None:
    """Parses `argv` (default: the process's arguments) and runs the command it names."""
    argv = sys.argv[1:] if argv is None else argv
    overview = argparse.ArgumentParser(prog='python -m kutu_ml', description=__doc__)
    overview.add_argument('command', choices=COMMANDS)
    name = overview.parse_args(argv[:1]).command
    module = importlib.import_module(COMMANDS[name])
    parser = argparse.ArgumentParser(
        prog=f'python -m kutu_ml {name}',
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    module.run(parser.parse_args(argv[1:]))


if __name__ == '__main__':
    main()
