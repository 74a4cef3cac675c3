"""Training, evaluation and export of Kutu's leaf network. Entry point: `python -m kutu_ml`."""
