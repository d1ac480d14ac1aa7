#!/bin/bash
# Prints the pipelines of pipelines/, one path a line; the tests beside them are not pipelines.
cd "$(dirname "$0")/.."
for file in pipelines/*.yaml; do
  [[ $file == *.test.yaml ]] || echo "$file"
done
