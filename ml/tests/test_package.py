import argparse
import importlib
import io
import tokenize
from pathlib import Path

import pytest

from kutu_ml.__main__ import COMMANDS, main
from kutu_ml.paths import ML

MAX_FILES_PER_FOLDER = 15
# Words of an earlier, private vocabulary; docs/glossary.md has the standard terms.
RETIRED = {
    'asked',
    'told',
    'most',
    'least',
    'lessons',
    'hardships',
    'worsen',
    'worsened',
    'smoothing',
    'chance',
    'follow',
}


def identifiers(path: Path) -> set[str]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


@pytest.mark.parametrize('name', COMMANDS)
def test_every_command_explains_itself(name, capsys):
    module = importlib.import_module(COMMANDS[name])
    module.add_arguments(argparse.ArgumentParser())
    with pytest.raises(SystemExit) as stop:
        main([name, '--help'])
    assert stop.value.code == 0
    assert module.__doc__.splitlines()[0] in ' '.join(capsys.readouterr().out.split('\n'))


def test_no_identifier_uses_a_retired_word():
    found = {
        f'{path.relative_to(ML)}: {name}'
        for path in ML.rglob('*.py')
        for name in identifiers(path)
        if set(name.lower().split('_')) & RETIRED and name != 'label_smoothing' and not name.startswith('test_')
    }
    assert found == set()


def test_no_folder_holds_more_files_than_one_can_oversee():
    folders = {path.parent for path in ML.rglob('*.py')}
    crowded = {str(f.relative_to(ML)): n for f in folders if (n := len(list(f.glob('*.*')))) > MAX_FILES_PER_FOLDER}
    assert crowded == {}
