//! Pairs, and what has no partner, as changes under their statements.

use super::detail::details;
use super::label::Which;
use super::pairing::{Pairing, common};
use super::{Detail, Kind, Line, OperationChange};
use capture_runtime::Statement;
use std::collections::{HashMap, HashSet};

/// Where a change is listed: behind the new operation of this index, and among those behind it by its own.
type Place = (usize, usize, usize);

/// What is different about the operations, by statement in the order of the new program.
pub(super) fn changes(pairing: &Pairing<'_, '_>) -> Vec<OperationChange> {
    let becomes = pairing.statements();
    let moved = moved(pairing);
    let mut found: Vec<(Place, OperationChange)> = Vec::new();
    // How far the new program is when an old operation stands there.
    let mut reached = 0;
    for (i, old) in pairing.old.program.operations().iter().enumerate() {
        let Some(j) = pairing.partner(i) else {
            let own = pairing.statement(Which::Old, i);
            let statement = own.map(|own| becomes.get(own).copied().unwrap_or(own));
            let change = OperationChange {
                kind: Kind::Removed,
                name: old.name(),
                old: line(pairing, Which::Old, i),
                new: None,
                details: Vec::new(),
                statement: statement.cloned(),
                gone: own.is_some_and(|own| !becomes.contains_key(own)),
            };
            found.push(((reached, 0, i), change));
            continue;
        };
        let unequal = details(pairing, i, j);
        let mut details = unequal.clone();
        details.extend(elsewhere(pairing, &becomes, (i, j)));
        if moved.contains(&(i, j)) {
            details.push(order(pairing, i, j));
        } else {
            reached = j + 1;
        }
        if !details.is_empty() {
            let change = OperationChange {
                kind: match unequal.is_empty() {
                    true => Kind::Moved,
                    false => Kind::Changed,
                },
                name: old.name(),
                old: line(pairing, Which::Old, i),
                new: line(pairing, Which::New, j),
                details,
                statement: pairing.statement(Which::New, j).cloned(),
                gone: false,
            };
            found.push(((j, 1, i), change));
        }
    }
    for (j, new) in pairing.new.program.operations().iter().enumerate() {
        if !pairing.known(j) {
            let change = OperationChange {
                kind: Kind::Added,
                name: new.name(),
                old: None,
                new: line(pairing, Which::New, j),
                details: Vec::new(),
                statement: pairing.statement(Which::New, j).cloned(),
                gone: false,
            };
            found.push(((j, 1, 0), change));
        }
    }
    found.sort_by_key(|(place, _)| *place);
    by_statement(found.into_iter().map(|(_, change)| change).collect())
}

fn line(pairing: &Pairing<'_, '_>, which: Which, index: usize) -> Option<Line> {
    let program = match which {
        Which::Old => pairing.old.program,
        Which::New => pairing.new.program,
    };
    Some(Line {
        index,
        text: program.operations().get(index)?.to_string(),
        statement: pairing.statement(which, index).cloned(),
    })
}

/// Pairs out of order: the fewest that leave the others in order.
fn moved(pairing: &Pairing<'_, '_>) -> HashSet<(usize, usize)> {
    let mut by_old = pairing.pairs.clone();
    by_old.sort_unstable();
    let mut by_new = by_old.clone();
    by_new.sort_unstable_by_key(|(_, new)| *new);
    let numbers = |pairs: &[(usize, usize)]| -> Vec<u64> {
        pairs.iter().map(|(old, _)| *old as u64).collect()
    };
    let stay = common(&numbers(&by_old), &numbers(&by_new));
    let stay: HashSet<usize> = stay.into_iter().map(|(place, _)| place).collect();
    let places = by_old.into_iter().enumerate();
    places
        .filter(|(place, _)| !stay.contains(place))
        .map(|(_, pair)| pair)
        .collect()
}

/// Whether a pair stands in another statement than what its own has become.
fn elsewhere(
    pairing: &Pairing<'_, '_>,
    becomes: &HashMap<&Statement, &Statement>,
    (i, j): (usize, usize),
) -> Option<Detail> {
    let old = pairing.statement(Which::Old, i);
    let new = pairing.statement(Which::New, j);
    if old.and_then(|old| becomes.get(old).copied()) == new {
        return None;
    }
    let text = |statement: Option<&Statement>| match statement {
        Some(statement) => format!("{}:{} {}", statement.file, statement.line, statement.text),
        None => "no statement".to_owned(),
    };
    Some(Detail {
        what: "statement".to_owned(),
        old: text(old),
        new: text(new),
    })
}

/// The order of a pair that has moved: what it followed, and what it follows.
fn order(pairing: &Pairing<'_, '_>, i: usize, j: usize) -> Detail {
    let place = |which: Which, index: usize| {
        let before = index
            .checked_sub(1)
            .and_then(|before| line(pairing, which, before));
        before.map_or_else(|| "first".to_owned(), |line| format!("after {}", line.text))
    };
    Detail {
        what: "order".to_owned(),
        old: place(Which::Old, i),
        new: place(Which::New, j),
    }
}

/// The changes with those of one statement together, in the order in which statements are first met.
fn by_statement(changes: Vec<OperationChange>) -> Vec<OperationChange> {
    let mut groups: Vec<Vec<OperationChange>> = Vec::new();
    let mut places: HashMap<(Option<Statement>, bool), usize> = HashMap::new();
    for change in changes {
        let key = (change.statement.clone(), change.gone);
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(change),
            None => groups.push(vec![change]),
        }
    }
    groups.into_iter().flatten().collect()
}
